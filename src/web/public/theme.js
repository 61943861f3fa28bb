// Before the first paint, so that a dark reader never sees a white flash. Names: src/web/platform/config.ts.
try {
  const theme = localStorage.getItem('soko_theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
