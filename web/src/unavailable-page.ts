// Without the server there are no messages either, so these few words are here in every language.
const WORDS = {
  en: ['The server does not answer', 'Check your connection.', 'Try again'],
  es: ['El servidor no responde', 'Revisa tu conexión.', 'Intentarlo de nuevo'],
} as const

/** The page for when not even the first words could be had. */
export function showUnavailablePage(): void {
  const [title, text, again] = WORDS[navigator.language.startsWith('es') ? 'es' : 'en']
  const page = document.createElement('main')
  page.className = 'standstill'
  const heading = document.createElement('h1')
  heading.textContent = title
  const advice = document.createElement('p')
  advice.textContent = text
  const button = document.createElement('button')
  button.textContent = again
  button.addEventListener('click', () => location.reload())
  page.append(heading, advice, button)
  document.getElementById('root')?.replaceChildren(page)
}
