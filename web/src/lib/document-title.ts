import { useEffect } from 'react'
import { config } from './config.ts'
import { createStore } from './store.ts'

/** The title of the current page, which is announced to screen readers when it changes. */
export const pageTitle = createStore('')
const progress = createStore('')

const write = () => {
  const page = [pageTitle.get(), config().appName].filter(Boolean).join(' · ')
  document.title = [progress.get(), page].filter(Boolean).join(' ')
}
pageTitle.subscribe(write)
progress.subscribe(write)

export function usePageTitle(title: string): void {
  useEffect(() => pageTitle.set(title), [title])
}

/** Shows a progress in front of the title of every page: "42 %". */
export const setTitleProgress = (text: string): void => progress.set(text)
