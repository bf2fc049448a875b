from timm.models import register_model
