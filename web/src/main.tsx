import './lib/schema-setup.ts'
import { PSEUDO_LOCALE } from '@coffer/contract/constants'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.ts'
import { loadConfig } from './lib/config.ts'
import { startI18n } from './lib/i18n.ts'
import { preferredLocale } from './lib/locale.ts'
import { reloadOnce } from './lib/reload-once.ts'
import { showUnavailablePage } from './unavailable-page.ts'

// Spec §8: after an upgrade the parts that an old page asks for are gone; without a network they are not.
addEventListener('vite:preloadError', () => {
  fetch('/', { headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok && reloadOnce('upgrade'),
    () => undefined,
  )
})

// Only the keyboard needs it. While offline, the next key press tries again.
const keepFocus = async () => (await import('./ui/focus-keeper.ts')).keepFocus()
const keepFocusFromKeys = () =>
  addEventListener('keydown', () => void keepFocus().catch(keepFocusFromKeys), { once: true })
keepFocusFromKeys()

// Not awaited here: the pages' files import from this one and would wait for each other.
start().catch(showUnavailablePage)

async function start(): Promise<void> {
  const { locale, pseudoLocale } = await loadConfig()
  const spoken = pseudoLocale ? PSEUDO_LOCALE : preferredLocale(navigator.languages, locale)
  // The page and its words are fetched side by side.
  await Promise.all([startI18n(spoken), router.load()])
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
