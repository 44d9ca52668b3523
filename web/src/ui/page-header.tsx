import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, use } from 'react'
import { useFormat } from '../lib/use-format.ts'
import classes from './page-header.module.css'
import { OpenSectionPages } from './section-pages.ts'

/** The list to which a page belongs. */
export interface PageParent {
  label: string
  link: LinkProps
}

interface PageHeaderProps {
  /** Empty until it is known; the header keeps its place. */
  title: string
  /** Shown after the title, such as the number of users. */
  count?: number | undefined
  parent?: PageParent | undefined
  children?: ReactNode
}

/** The header of a page: its title, and at the end its actions. */
export function PageHeader({ title, count, parent, children }: PageHeaderProps) {
  const openPages = use(OpenSectionPages)
  const format = useFormat()
  const Title = title === '' ? 'span' : 'h1'
  return (
    <header className={classes.header}>
      <div className={classes.path}>
        {parent && (
          <span className={classes.parent}>
            <Link {...parent.link}>{parent.label}</Link>
            {title !== '' && <span aria-hidden>/</span>}
          </span>
        )}
        <Title className={classes.title}>
          {openPages && !parent ? (
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
          {count !== undefined && <span className={classes.count}> {format.number(count)}</span>}
        </Title>
      </div>
      {children}
    </header>
  )
}
