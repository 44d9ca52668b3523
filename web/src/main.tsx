import './lib/schema-setup.ts'
import { PSEUDO_LOCALE } from '@coffer/contract/constants'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.ts'
import { loadConfig } from './lib/config.ts'
import { startI18n } from './lib/i18n.ts'
import { preferredLocale, spokenLanguages } from './lib/locale.ts'
import { reloadOnce } from './lib/reload-once.ts'
import { showUnavailablePage } from './unavailable-page.ts'

// APP-28: after an upgrade, chunks of the old build are missing, so the page reloads; without a
// network it must not.
addEventListener('vite:preloadError', () => {
  fetch('/', { headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok && reloadOnce('upgrade'),
    () => undefined,
  )
})

// Loaded only for keyboard users. While offline, the next key press tries again.
const keepFocus = async () => (await import('./ui/focus-keeper.ts')).keepFocus()
const keepFocusFromKeys = () =>
  addEventListener('keydown', () => void keepFocus().catch(keepFocusFromKeys), { once: true })
keepFocusFromKeys()

// Not awaited, because the chunks of pages import from this one and would wait for each other.
start().catch(showUnavailablePage)

async function start(): Promise<void> {
  const { locale, pseudoLocale } = await loadConfig()
  const initialLocale = pseudoLocale ? PSEUDO_LOCALE : preferredLocale(spokenLanguages(), locale)
  // Loads page and messages in parallel.
  await Promise.all([startI18n(initialLocale), router.load()])
  const root = document.getElementById('root')
  if (!root) return
  // In a transition React pauses between parts, so that the first page reacts while it is rendered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  )
}
