import { useEffect } from 'react'
import { config } from './config.ts'
import { createStore } from './store.ts'

/** The name of the page that is shown, which screen readers are told as it changes. */
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

/** Something under way, said in front of every page's name: "42 %". */
export const setTitleProgress = (words: string): void => progress.set(words)
