from fsspec.spec import AbstractFileSystem, LocalFileSystem
