import { TextInput, type TextInputProps } from '@mantine/core'
import classes from './code-input.module.css'

/** Input for the six digits of an authenticator app, which phones offer to fill in. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    {...props}
    classNames={{ input: classes.code }}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={16}
    placeholder="000 000"
  />
)

/** Input for a recovery code. */
export const RecoveryCodeInput = (props: TextInputProps) => (
  <TextInput {...props} autoComplete="off" autoCapitalize="none" spellCheck={false} />
)
