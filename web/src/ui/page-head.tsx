import { ChevronDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import classes from './page-head.module.css'
import { OpenSectionPages } from './section-pages.ts'

/** The line at the top of a page: its name, and at the end what can be done. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  const openPages = use(OpenSectionPages)
  return (
    <header className={classes.head}>
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
