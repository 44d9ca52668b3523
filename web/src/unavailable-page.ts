// Messages come from the server, so the texts of this page are included in every language.
const TEXTS = {
  en: ['Can’t reach the server', 'Check your connection.', 'Try again'],
  es: ['Servidor no disponible', 'Revisa tu conexión.', 'Reintentar'],
} as const

/** The page for when the first messages or the configuration cannot be loaded. */
export function showUnavailablePage(): void {
  const [title, text, buttonLabel] = TEXTS[navigator.language.startsWith('es') ? 'es' : 'en']
  const page = document.createElement('main')
  page.className = 'unavailable'
  const heading = document.createElement('h1')
  heading.textContent = title
  const advice = document.createElement('p')
  advice.textContent = text
  const button = document.createElement('button')
  button.textContent = buttonLabel
  button.addEventListener('click', () => location.reload())
  page.append(heading, advice, button)
  document.getElementById('root')?.replaceChildren(page)
}
