import { Button, Combobox, useCombobox } from '@mantine/core'
import { Check, ChevronDown, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import classes from './search-pick.module.css'
import { TwoLineText } from './two-line-text.tsx'

interface SearchSelectProps {
  /** Accessible name of the options. */
  label: string
  /** Label of the search field. */
  searchLabel: string
  button: ComponentProps<typeof Button<'button'>>
  width: number
  position: 'bottom-start' | 'bottom-end'
  onChoose: (value: string) => void
  /** Renders the options for the typed text, only while the list is open. */
  children: (typed: string) => ReactNode
}

/** A button that opens a searchable list to pick one option from. */
export function SearchPick(props: SearchSelectProps) {
  const { label, searchLabel, button, width, position, onChoose, children } = props
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const isOpen = combobox.dropdownOpened
  return (
    <Combobox
      store={combobox}
      width={width}
      position={position}
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ dropdown: classes.dropdown ?? '' }}
      onOptionSubmit={value => {
        onChoose(value)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        <Button
          {...button}
          variant="default"
          rightSection={<ChevronDown size={14} strokeWidth={2} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => combobox.toggleDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown role="dialog" aria-label={label}>
        <Combobox.Search
          role="combobox"
          aria-expanded={isOpen}
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={typed}
          leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
          onChange={event => {
            setTyped(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        {isOpen && children(typed)}
      </Combobox.Dropdown>
    </Combobox>
  )
}

interface SelectOptionsProps {
  label: string
  busy?: boolean
  children: ReactNode
}

export const PickOptions = ({ label, busy, children }: SelectOptionsProps) => (
  <Combobox.Options aria-label={label} aria-busy={busy} className={classes.options ?? ''}>
    {children}
  </Combobox.Options>
)

interface SelectOptionProps {
  value: string
  name: string
  note?: string
  isChosen: boolean
  before?: ReactNode
  after?: ReactNode
}

export const PickOption = ({ value, name, note, isChosen, before, after }: SelectOptionProps) => (
  <Combobox.Option
    value={value}
    active={isChosen}
    selected={isChosen}
    className={classes.option ?? ''}
  >
    {before}
    <TwoLineText name={name} note={note} />
    {after && <span className={classes.after}>{after}</span>}
    <Check size={16} className={classes.check} data-on={isChosen || undefined} aria-hidden />
  </Combobox.Option>
)

/** Shown instead of options: why there are none. */
export const PickNote = ({ children }: { children: string }) => (
  <p className={classes.empty} role="status">
    {children}
  </p>
)
