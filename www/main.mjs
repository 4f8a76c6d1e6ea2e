// Loads the page's modules, which import the package. Shows on the page when that fails.

try {
  const { startPage } = await import("./page.mjs");
  await startPage();
  document.documentElement.dataset.ready = "true";
} catch (error) {
  document.getElementById("error").textContent = `The package could not be loaded: ${error.message}`;
  throw error;
}
