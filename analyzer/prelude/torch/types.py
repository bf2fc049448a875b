Number = (int, float, bool)
