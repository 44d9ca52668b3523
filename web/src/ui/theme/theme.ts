import { createTheme, type MantineThemeOverride, type VariantColorsResolver } from '@mantine/core'
import button from './button.module.css'
import field from './field.module.css'
import input from './input.module.css'
import menu from './menu.module.css'
import modal from './modal.module.css'
import password from './password.module.css'
import skeleton from './skeleton.module.css'
import tooltip from './tooltip.module.css'

/** The variants of a control. `color="danger"` is the only additional colour. */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const danger = color === 'danger'
  const ink = danger ? 'var(--danger)' : 'var(--ink)'
  const border = '1px solid transparent'
  if (variant === 'default') {
    const strongBorder = '1px solid var(--line-strong)'
    return {
      background: 'var(--surface)',
      hover: 'var(--ground)',
      color: ink,
      border: strongBorder,
    }
  }
  if (variant !== 'filled')
    return { background: 'transparent', hover: 'var(--hover)', color: ink, border }
  if (danger)
    return {
      background: 'var(--danger)',
      hover: 'var(--danger-hover)',
      color: 'var(--danger-ink)',
      border,
    }
  return {
    background: 'var(--accent)',
    hover: 'var(--accent-hover)',
    color: 'var(--accent-ink)',
    border,
  }
}

/** The only theme. Colours, sizes and type are in tokens.css, for both colour schemes. */
export const theme: MantineThemeOverride = createTheme({
  fontFamily: 'var(--font)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  // Set by name, so that a page loads only the components that it renders.
  components: {
    Button: { classNames: button },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Input: { classNames: input },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: field,
    },
    PasswordInput: { classNames: password },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Skeleton: { classNames: skeleton },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 100 } },
      classNames: tooltip,
    },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        offset: 6,
        transitionProps: { duration: 100 },
        // Inside its landmark, and with no children except its items.
        withinPortal: false,
        withInitialFocusPlaceholder: false,
        // Not a key: one pressed before the focus has moved into the menu would close it.
        clickOutsideEvents: ['mousedown', 'touchstart'],
      },
      classNames: menu,
    },
    Modal: {
      defaultProps: {
        centered: true,
        withCloseButton: false,
        transitionProps: { duration: 120 },
      },
      classNames: modal,
    },
  },
})
