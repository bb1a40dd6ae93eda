try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.classList.add(theme);
} catch {
  // Without storage the page follows the system.
}

addEventListener("online", () => location.reload());
// On the window, because the script runs before the button exists.
addEventListener("click", ({ target }) => {
  if (target instanceof HTMLButtonElement) location.reload();
});
