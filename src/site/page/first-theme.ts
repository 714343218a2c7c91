// Applies the theme that was chosen here or in the console, before the page is painted for the first time.
// The decision: it is a script of its own that the page waits for, because modules run later, and the content security
// policy refuses a script inside the page.
try {
  const theme = localStorage.getItem("azimuth.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme is that of the system.
}
