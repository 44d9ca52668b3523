import type { signIn as en } from '../en/sign-in.ts'

export const signIn: Record<keyof typeof en, string> = {
  'auth_pages.to_sign_in': 'Volver al inicio de sesión',
  'auth_pages.send_again': 'Enviar otra vez',
  'auth_pages.sent_again': 'Otro mensaje está en camino.',

  'password_reset.title': '¿Has olvidado tu contraseña?',
  'password_reset.lead': 'Dinos tu dirección y te enviamos un enlace para elegir otra.',
  'password_reset.submit': 'Enviar el enlace',

  'new_password.title': 'Elige una contraseña',
  'new_password.lead': 'Después se cierra la sesión en todos los dispositivos y entras con ella.',
  'new_password.field': 'Contraseña nueva',
  'new_password.submit': 'Guardar la contraseña',
  'new_password.done': 'Tu contraseña nueva está guardada. Inicia sesión con ella.',
  'new_password.ask_again': 'Pedir otro enlace',

  'sent.title': 'Mira tu correo',
  'sent.confirm':
    'Hemos escrito a {{email}}. Sigue el enlace del mensaje y tu cuenta estará lista. Si no llega nada, mira en el correo no deseado.',
  'sent.recover':
    'Si {{email}} tiene una cuenta aquí, un enlace para elegir otra contraseña está en camino. Si no llega nada, mira en el correo no deseado.',

  'verified.checking': 'Confirmando tu dirección…',
  'verified.gone': 'Este enlace ya no sirve',
  'verified.gone_text':
    'Ya se ha usado o ha caducado. Si tu dirección está confirmada, solo inicia sesión; si no, ahí puedes pedir otro mensaje.',
  'verified.failed': 'No se ha podido confirmar tu dirección',

  'sign_in.send_letter': 'Envíame el mensaje para confirmarla',

  'social.or': 'O continúa con',
  'social.with': 'Continuar con {{provider}}',
  'social.taken': 'Ya existe una cuenta con esta dirección. Entra con su contraseña.',
  'social.unverified': 'Mira tu correo: un mensaje a tu dirección explica cómo entrar.',
  'social.no_address': 'Ese servicio no nos ha dado ninguna dirección tuya.',
  'social.closed': 'Este servidor no admite cuentas nuevas por el momento.',
  'social.cancelled': 'No has continuado. No ha pasado nada.',
  'social.failed': 'No ha funcionado. Inténtalo otra vez.',

  'invitation.unverified':
    'Antes de responder, confirma que esta dirección es tuya: abre la invitación desde su mensaje o deja que te enviemos un enlace.',
  'invitation.send_link': 'Envíame el enlace',
}
