import { type ReactNode, useEffect, useRef } from 'react'
import classes from './tabs.module.css'

interface TabsProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Links between the pages about one thing. Where they don't fit they scroll; the current is in view. */
export function Tabs({ label, className, children }: TabsProps) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current
      ?.querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav ref={nav} className={`${classes.tabs} ${className ?? ''}`} aria-label={label}>
      {children}
    </nav>
  )
}
