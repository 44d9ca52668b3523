import { Button, Combobox, useCombobox } from '@mantine/core'
import { Check, ChevronDown, Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Setting } from '../../ui/setting.tsx'
import { useUpdateSettings, useUser } from './account.api.ts'
import classes from './time-zone-choice.module.css'
import { allZones, matches, type Zone, zoneOf } from './zones.ts'

/** No zone is called so; it stands for the browser's. */
const OWN = 'own'

export function TimeZoneChoice() {
  const { t } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const chosen = useUser().relationships.settings.data?.attributes.timezone ?? null
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
    <Setting id={id} title={t('time_zone.title')} text={t('time_zone.text')}>
      <Combobox
        store={combobox}
        width={320}
        position="bottom-end"
        withinPortal={false}
        floatingStrategy="fixed"
        classNames={{ dropdown: classes.dropdown ?? '' }}
        onOptionSubmit={name => {
          update.mutate({ timezone: name === OWN ? null : name })
          combobox.closeDropdown()
        }}
      >
        <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
          <Button
            variant="default"
            className={classes.button}
            rightSection={<ChevronDown size={14} strokeWidth={2} aria-hidden />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-describedby={id}
            onClick={() => combobox.toggleDropdown()}
          >
            {chosen ? zoneOf(chosen).place : t('time_zone.own')}
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown role="dialog" aria-labelledby={id}>
          <Combobox.Search
            role="combobox"
            aria-expanded={isOpen}
            aria-label={t('time_zone.search')}
            placeholder={t('time_zone.search')}
            value={typed}
            leftSection={<Search size={16} strokeWidth={1.75} aria-hidden />}
            onChange={event => {
              setTyped(event.currentTarget.value)
              combobox.updateSelectedOptionIndex()
            }}
          />
          {isOpen && <Zones label={t('time_zone.title')} chosen={chosen} typed={typed} />}
        </Combobox.Dropdown>
      </Combobox>
    </Setting>
  )
}

interface ZonesProps {
  label: string
  chosen: string | null
  typed: string
}

function Zones({ label, chosen, typed }: ZonesProps) {
  const { t } = useTranslation()
  const zones = useMemo(() => allZones(chosen), [chosen])
  const found = useMemo(() => zones.filter(zone => matches(zone, typed)), [zones, typed])
  const own = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <>
      <Combobox.Options aria-label={label} className={classes.options ?? ''}>
        {typed.trim() === '' && (
          <Option
            id={OWN}
            zone={{ ...own, place: t('time_zone.own'), region: own.place }}
            isChosen={chosen === null}
          />
        )}
        {found.map(zone => (
          <Option key={zone.name} id={zone.name} zone={zone} isChosen={zone.name === chosen} />
        ))}
      </Combobox.Options>
      {found.length === 0 && (
        <p className={classes.none} role="status">
          {t('time_zone.none')}
        </p>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  zone: Zone
  isChosen: boolean
}

const Option = ({ id, zone, isChosen }: OptionProps) => (
  <Combobox.Option
    value={id}
    active={isChosen}
    selected={isChosen}
    className={classes.option ?? ''}
  >
    <span className={classes.words}>
      <span className={classes.place}>{zone.place}</span>
      <span className={classes.note}>{zone.region}</span>
    </span>
    <span className={classes.note}>{zone.offset}</span>
    <Check size={16} className={classes.check} data-on={isChosen || undefined} aria-hidden />
  </Combobox.Option>
)
