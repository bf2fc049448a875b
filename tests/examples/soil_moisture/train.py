import torch
from torch.utils.data import DataLoader

from src.models import make_model
from src.settings import load_settings

config = load_settings()
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def train(dataset):
    loader = DataLoader(dataset, batch_size=config["batch_size"], shuffle=True)
    model = make_model(config.get("model_type", "volume"), channels=len(config["use_channels"])).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = torch.nn.MSELoss()
    for epoch in range(config["epochs"]):
        for days, truth in loader:
            days, truth = days.to(device), truth.to(device)
            optimizer.zero_grad()
            loss = criterion(model(days), truth)
            loss.backward()
            optimizer.step()
