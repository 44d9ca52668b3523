import type { Marks } from '@coffer/contract/search'
import { Fragment } from 'react'
import { shownName } from '../../lib/shown-name.ts'
import classes from './marked.module.css'

/** Highlights the matching parts of a text. */
export function Marked({ text, marks }: { text: string; marks: Marks }) {
  const ends = marks.map(([, to]) => to)
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {shownName(text.slice(ends[index - 1] ?? 0, from))}
          <mark className={classes.mark}>{shownName(text.slice(from, to))}</mark>
        </Fragment>
      ))}
      {shownName(text.slice(ends.at(-1) ?? 0))}
    </>
  )
}
