// Runs before the first paint, as a file of its own because the page's policy allows no inline script.
;(() => {
  const root = document.documentElement
  let mode = null
  try {
    mode = localStorage.getItem('coffer.theme')
    const config = document.getElementById('coffer-config')
    mode ??= config && JSON.parse(config.textContent).defaultThemeMode
  } catch {
    // Without storage the system decides.
  }
  if (mode !== 'light' && mode !== 'dark')
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', mode)
})()
