def setUseOpenCL(flag):
    return None


def useOpenCL():
    return False


haveOpenCL = useOpenCL
