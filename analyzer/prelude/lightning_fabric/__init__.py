from lightning.fabric import Fabric, seed_everything
