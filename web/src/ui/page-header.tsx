import { ChevronDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import classes from './page-header.module.css'
import { OpenSectionPages } from './section-pages.ts'

/** The header of a page: its title, and at the end its actions. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  const openPages = use(OpenSectionPages)
  return (
    <header className={classes.header}>
      <h1 className={classes.title}>
        {openPages ? (
          <button
            type="button"
            className={classes.pages}
            aria-haspopup="dialog"
            onClick={openPages}
          >
            <span>{title}</span>
            <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
          </button>
        ) : (
          title
        )}
      </h1>
      {children}
    </header>
  )
}
