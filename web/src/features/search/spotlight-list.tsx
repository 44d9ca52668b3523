import type { MouseEvent, ReactNode } from 'react'
import classes from './spotlight-box.module.css'

export interface Entry {
  id: string
  icon: ReactNode
  label: ReactNode
  /** The second line. */
  note?: ReactNode
  /** Text at the end of the row. */
  hint?: string | undefined
  run: () => void
  /** Runs with Ctrl or Cmd pressed. */
  reveal?: () => void
}

export interface Section {
  title: string
  entries: readonly Entry[]
}

export type Keys = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>

/** Runs an entry; with Ctrl or Cmd it shows the item in its folder. */
export function choose(entry: Entry | undefined, { ctrlKey, metaKey }: Keys): void {
  const action = ctrlKey || metaKey ? (entry?.reveal ?? entry?.run) : entry?.run
  action?.()
}

interface SectionsProps {
  id: string
  sections: readonly Section[]
  active: number
  onActive: (index: number) => void
}

/** Grouped options, of which one is active. */
export function SpotlightSections({ id, sections, active, onActive }: SectionsProps) {
  let index = -1
  return sections
    .filter(section => section.entries.length > 0)
    .map(section => (
      // biome-ignore lint/a11y/useSemanticElements: it is a group of options, not of fields.
      <div key={section.title} role="group" aria-label={section.title}>
        <div className={classes.title} aria-hidden>
          {section.title}
        </div>
        {section.entries.map(entry => {
          index += 1
          const entryIndex = index
          return (
            <Option
              key={entry.id}
              id={`${id}-${entryIndex}`}
              entry={entry}
              isActive={entryIndex === active}
              onPoint={() => entryIndex !== active && onActive(entryIndex)}
            />
          )
        })}
      </div>
    ))
}

interface OptionProps {
  id: string
  entry: Entry
  isActive: boolean
  onPoint: () => void
}

function Option({ id, entry, isActive, onPoint }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onMouseMove={onPoint}
      onClick={event => choose(entry, event)}
    >
      <span className={classes.icon}>{entry.icon}</span>
      <span className={classes.texts}>
        <span className={classes.label}>{entry.label}</span>
        {entry.note && <span className={classes.note}>{entry.note}</span>}
      </span>
      {entry.hint && <span className={classes.hint}>{entry.hint}</span>}
    </div>
  )
}
