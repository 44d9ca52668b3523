import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TimeZonePick } from '../../ui/time-zone-pick.tsx'
import classes from './setting-field.module.css'
import { FieldNotes, useFieldProps } from './setting-field.tsx'
import { useSetting } from './settings-form-context.ts'

/** The time zone of users who have not chosen one. */
export function TimeZoneSetting() {
  const { t } = useTranslation()
  const { value, setValue } = useSetting<string>('timezone')
  const { notesId, input } = useFieldProps('timezone')
  const labelId = `${notesId}-label`
  return (
    <div className={classes.field}>
      <Input.Wrapper
        label={input.label}
        labelElement="div"
        labelProps={{ id: labelId }}
        error={input.error}
      >
        <div>
          <TimeZonePick
            chosen={value ?? null}
            noZone={{ label: t('admin_settings.timezone_none') }}
            button={{
              name: 'timezone',
              disabled: input.disabled,
              'aria-describedby': `${labelId} ${notesId}`,
            }}
            onChoose={setValue}
          />
        </div>
      </Input.Wrapper>
      <FieldNotes id={notesId} name="timezone" help={t('admin_settings.timezone_help')} />
    </div>
  )
}
