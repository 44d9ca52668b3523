import { ITEM_KINDS } from '@coffer/contract/browse'
import { Button, Menu } from '@mantine/core'
import { Check, ChevronDown, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './filter-chips.module.css'
import { type Chosen, PERIODS } from './filters.ts'

interface FilterChipsProps {
  chosen: Chosen
  onChange: (chosen: Chosen) => void
}

/** Narrows a list by kind and by the days on which things were changed. */
export function FilterChips({ chosen, onChange }: FilterChipsProps) {
  const { t } = useTranslation()
  const { kind, days } = chosen
  return (
    <div className={classes.chips}>
      <Chip
        label={t('filter.type')}
        value={kind}
        choices={ITEM_KINDS.map(one => [one, t(`filter.kind_${one}`)])}
        onChoose={choice => onChange({ ...chosen, kind: choice })}
      />
      <Chip
        label={t('filter.changed')}
        value={days}
        choices={PERIODS.map(one => [one, t(`filter.days_${one}`)])}
        onChoose={choice => onChange({ ...chosen, days: choice })}
      />
      {(kind || days) && (
        <IconButton icon={X} label={t('filter.clear')} size="small" onClick={() => onChange({})} />
      )}
    </div>
  )
}

interface ChipProps<V extends string> {
  label: string
  value: V | undefined
  choices: readonly (readonly [value: V, label: string])[]
  onChoose: (value: V | undefined) => void
}

function Chip<V extends string>({ label, value, choices, onChoose }: ChipProps<V>) {
  const { t } = useTranslation()
  const chosen = choices.find(([one]) => one === value)?.[1]
  const all: readonly (readonly [V | undefined, string])[] = [
    [undefined, t('filter.any')],
    ...choices,
  ]
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.chip}
          data-on={chosen !== undefined || undefined}
          rightSection={<ChevronDown size={13} strokeWidth={2} aria-hidden />}
          aria-label={chosen ? `${label}: ${chosen}` : label}
        >
          {chosen ?? label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(([one, words]) => (
          <Menu.Item
            key={words}
            role="menuitemradio"
            aria-checked={one === value}
            leftSection={
              <Check size={16} className={classes.check} data-on={one === value || undefined} />
            }
            onClick={() => onChoose(one)}
          >
            {words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
