"""What newer versions of typing have, for older Pythons."""

from typing import *
from typing import TYPE_CHECKING
