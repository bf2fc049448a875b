from jsonargparse import CLI
