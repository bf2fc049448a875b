class E(Exception):
    def __str__(self):
        raise E()


raise E()
