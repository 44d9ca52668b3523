import { Tooltip, type TooltipProps } from '@mantine/core'

/** The tooltip of an icon button. Screen readers use the button's label. */
export const TooltipLabel = (props: Pick<TooltipProps, 'target' | 'label' | 'position'>) => (
  <Tooltip {...props} opened aria-hidden />
)
