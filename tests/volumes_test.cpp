// Volumes that lie in folders which are not at hand: lists of files of unknown length, data sets that would stay empty,
// transforms of MONAI.
#include <gtest/gtest.h>

#include "open_world.h"

namespace vramlint::tests {
namespace {

const std::string kStep =
    "scale = torch.nn.Parameter(torch.ones(1).cuda())\nopt = torch.optim.SGD([scale], lr=0.1)\n"
    "for batch in loader:\n    x = batch['image'] if isinstance(batch, dict) else batch\n"
    "    opt.zero_grad()\n    (x.cuda() * scale).sum().backward()\n    opt.step()\n";

Said check(const std::string& program, const std::string& project = {}) {
  const ScratchFolder folder;
  folder.put("vramlint.yaml", "torch: \"2.4\"\n" + project + "recipes:\n  - {configs: [train.py], script: train.py}\n");
  folder.put("train.py", program + kStep);
  return said_by(run_program(folder.path(), {"check", "--format", "json", "--fail-on", "never", "train.py"}));
}

void expect_batch(const Said& said, int64_t bytes) {
  EXPECT_EQ(said.status(), "estimated") << said.config["unknowns"] << said.findings;
  EXPECT_EQ(said.mistakes(), 0) << said.findings;
  ASSERT_TRUE(said.config.contains("breakdown")) << said.findings;
  EXPECT_EQ(said.config["breakdown"]["input"].get<int64_t>(), bytes);
}

const std::string kFiles =
    "import torch\nfrom pathlib import Path\nfrom monai import transforms\nfrom monai.data import CacheDataset, "
    "DataLoader\n"
    "files = []\nfor pattern in ['*.nii', '*.nii.gz']:\n    files.extend(Path('/data').glob(pattern))\n"
    "files.sort()\n";

std::string loader_of(const std::string& steps, const std::string& batch) {
  return "items = [{'image': str(one)} for one in files]\nsteps = transforms.Compose([" + steps +
         "])\nloader = DataLoader(CacheDataset(items, steps, cache_rate=0.5), batch_size=" + batch + ")\n";
}

const std::string kLoad = "transforms.LoadImaged(keys=['image']), transforms.EnsureChannelFirstd(keys='image'), ";

TEST(Volumes, PaddedAndCutTheyHaveTheSizeThatTheProgramSays) {
  const std::string steps = kLoad +
                            "transforms.Spacingd(keys=['image'], pixdim=(1.0, 1.0, 1.0)), "
                            "transforms.SpatialPadd(keys=['image'], spatial_size=(32, 32, 16)), "
                            "transforms.RandSpatialCropd(keys=['image'], roi_size=(32, 32, 16)), "
                            "transforms.RandFlipD('image', prob=0.5)";
  expect_batch(check(kFiles + loader_of(steps, "4")), 4 * 32 * 32 * 16 * 4);
}

// Three samples of two crops each are six items of a batch (monai/data/utils.py, list_data_collate).
TEST(Volumes, SeveralCropsOfOneAreItemsOfTheBatch) {
  const std::string steps = kLoad + "transforms.RandSpatialCropSamplesd('image', roi_size=(16, 16, 16), num_samples=2)";
  expect_batch(check(kFiles + loader_of(steps, "3"), "data: {\"*.nii.gz\": \"float32[64, 64, 64]\"}\n"),
               3 * 2 * 16 * 16 * 16 * 4);
}

TEST(Volumes, AListThatMayBeCutShortHoldsWhatItHeld) {
  const std::string cut = "if len(files) > 10:\n    files = files[:10]\n";
  const std::string steps = kLoad + "transforms.Resized(keys=['image'], spatial_size=(8, 8, 8))";
  expect_batch(check(kFiles + cut + loader_of(steps, "2")), 2 * 8 * 8 * 8 * 4);
}

TEST(Volumes, AFolderWithoutWhichADataSetStaysEmptyIsThere) {
  const std::string program =
      "import os\nimport numpy as np\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n"
      "class Data(Dataset):\n    def __init__(self, root):\n        self.samples = []\n"
      "        if not os.path.exists(root):\n            print('no data')\n            return\n"
      "        for scene in sorted(os.listdir(root)):\n            folder = os.path.join(root, scene)\n"
      "            if not os.path.isdir(folder):\n                continue\n"
      "            self.samples += [os.path.join(folder, f) for f in os.listdir(folder) if f.endswith('.npy')]\n"
      "    def __len__(self):\n        return len(self.samples)\n"
      "    def __getitem__(self, i):\n        return torch.from_numpy(np.load(self.samples[i]))\n"
      "loader = DataLoader(Data('scans'), batch_size=4)\n";
  const Said said = check(program, "data: {\"*.npy\": \"float32[32, 32]\"}\n");
  expect_batch(said, 4 * 32 * 32 * 4);
  EXPECT_TRUE(said.assumes("`scans` is taken to be there")) << said.config["assumptions"];
}

/// A data set whose `__getitem__` gives `item`.
std::string reading(const std::string& imports, const std::string& item) {
  return imports +
         "\nimport torch\nfrom torch.utils.data import DataLoader, Dataset\n"
         "class Data(Dataset):\n    def __len__(self):\n        return 64\n"
         "    def __getitem__(self, i):\n        return torch.as_tensor(" +
         item +
         ")\n"
         "loader = DataLoader(Data(), batch_size=4)\n";
}

TEST(Volumes, AnArrayOfAFileThatHoldsSeveralIsAsItsOwnLineSays) {
  const std::string data =
      "data: {\"*.mat\": \"float32[16, 8]\", \"*.h5\": \"float32[16, 8]\", \"*.h5:images\": \"uint8[3, 32]\"}\n";
  expect_batch(check(reading("import scipy.io as sio", "sio.loadmat('a.mat')['u']"), data), 4 * 16 * 8 * 4);
  expect_batch(check(reading("import h5py", "h5py.File('a.h5', 'r')['labels'][:]"), data), 4 * 16 * 8 * 4);
  expect_batch(check(reading("import h5py", "h5py.File('a.h5', 'r')['images'][:]"), data), 512);  // 384 bytes
  const std::string one = "data: {\"*.mat:u\": \"float32[16, 8]\"}\n";
  expect_batch(check(reading("import scipy.io as sio", "sio.loadmat('a.mat')['u']"), one), 4 * 16 * 8 * 4);
}

TEST(Volumes, ThoseThatNibabelReadsAreAsLargeAsTheLineSays) {
  const std::string data = "data: {\"*.nii.gz\": \"int16[16, 16, 8]\"}\n";
  expect_batch(check(reading("import nibabel", "nibabel.load('a.nii.gz').get_fdata(dtype='float32')"), data),
               4 * 16 * 16 * 8 * 4);
}

}  // namespace
}  // namespace vramlint::tests
