"""The exceptions of the hub's client."""


class HFValidationError(ValueError):
    pass


class HfHubHTTPError(OSError):
    pass


class RepositoryNotFoundError(HfHubHTTPError):
    pass


class GatedRepoError(RepositoryNotFoundError):
    pass


class RevisionNotFoundError(HfHubHTTPError):
    pass


class EntryNotFoundError(Exception):
    pass


class RemoteEntryNotFoundError(HfHubHTTPError, EntryNotFoundError):
    pass


class LocalEntryNotFoundError(FileNotFoundError, EntryNotFoundError):
    pass


class OfflineModeIsEnabled(ConnectionError):
    pass


class StrictDataclassError(Exception):
    pass


class StrictDataclassDefinitionError(StrictDataclassError):
    pass


class StrictDataclassFieldValidationError(StrictDataclassError):
    def __init__(self, field, cause):
        super().__init__(f"Validation error for field '{field}':\n    {type(cause).__name__}: {cause}")


class StrictDataclassClassValidationError(StrictDataclassError):
    def __init__(self, validator, cause):
        super().__init__(f"Class validation error for validator '{validator}':\n    {type(cause).__name__}: {cause}")
