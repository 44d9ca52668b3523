import '../ui/tokens.css'
import '../ui/base.css'
import './layout.css'
import './homepage.css'
import './drawings.css'
import './text.css'
import type { ClientConfig } from '@coffer/contract/config'
import {
  loadThirdParties,
  NOTICE_SETTING,
  needsConsent,
  readConsent,
  showAd,
  storeConsent,
} from '../lib/consent.ts'

const config = JSON.parse(
  document.getElementById('coffer-config')?.textContent ?? '{}',
) as ClientConfig
const root = document.documentElement
const find = (selector: string) => document.querySelectorAll<HTMLElement>(selector)

/** Browsers can block storage; a choice then lasts as long as the page. */
function store(name: string, value: string): void {
  try {
    localStorage.setItem(`coffer.${name}`, value)
  } catch {
    return
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(`coffer.${name}`)
  } catch {
    return null
  }
}

const isDark = () => root.dataset.mantineColorScheme === 'dark'

function nameThemeToggle(toggle: HTMLElement): void {
  const label = (isDark() ? toggle.dataset.light : toggle.dataset.dark) ?? ''
  toggle.setAttribute('aria-label', label)
  toggle.title = label
}

for (const toggle of find('[data-theme-toggle]')) {
  nameThemeToggle(toggle)
  toggle.addEventListener('click', () => {
    const mode = isDark() ? 'light' : 'dark'
    root.dataset.mantineColorScheme = mode
    store('theme', mode)
    nameThemeToggle(toggle)
  })
}

const isAsked = needsConsent(config)

/** Until a theme is chosen, the page follows the system. */
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  const mode = stored('theme') ?? config.defaultThemeMode
  if (mode === 'light' || mode === 'dark') return
  root.dataset.mantineColorScheme = matches ? 'dark' : 'light'
  for (const toggle of find('[data-theme-toggle]')) nameThemeToggle(toggle)
})

function showNotice(): void {
  for (const notice of find('[data-notice]')) {
    const isAnswered = isAsked ? readConsent() !== undefined : stored(NOTICE_SETTING) === 'read'
    notice.hidden = isAnswered
  }
}

function answer(value: string | undefined): void {
  store(NOTICE_SETTING, 'read')
  if (value === 'accepted' || value === 'declined') {
    storeConsent(value)
    // The page's policy decides what may load, and what has loaded can't be unloaded.
    location.reload()
  } else {
    showNotice()
  }
}

for (const button of find('[data-consent]')) {
  button.addEventListener('click', () => answer(button.dataset.consent))
}
for (const state of find('[data-consent-state]')) {
  const { accepted, declined, none } = state.dataset
  const texts = { accepted, declined, none }
  state.textContent = texts[readConsent() ?? 'none'] ?? ''
}

showNotice()
loadThirdParties(config)
for (const slot of find('[data-ad-slot]')) showAd(slot, slot.dataset.adSlot ?? '', config)
