import type { signIn as en } from '../en/sign-in.ts'

export const signIn: Record<keyof typeof en, string> = {
  'auth_pages.to_sign_in': 'Volver al inicio de sesión',
  'auth_pages.send_again': 'Enviar otra vez',
  'auth_pages.sent_again': 'Hemos enviado otro correo.',

  'password_reset.title': '¿Has olvidado tu contraseña?',
  'password_reset.lead': 'Escribe tu correo y te enviaremos un enlace para elegir otra.',
  'password_reset.submit': 'Enviar enlace',

  'new_password.title': 'Elige una contraseña',
  'new_password.lead':
    'Se cerrará tu sesión en todos los dispositivos. Después, entra con la contraseña nueva.',
  'new_password.field': 'Contraseña nueva',
  'new_password.submit': 'Guardar contraseña',
  'new_password.done': 'Tu contraseña nueva está guardada. Inicia sesión con ella.',
  'new_password.expired': 'Este enlace ya no funciona',
  'new_password.expired_text': 'Ya se ha usado o ha caducado. Pide otro.',
  'new_password.ask_again': 'Pedir otro enlace',

  'sent.title': 'Revisa tu correo',
  'sent.confirm':
    'Hemos enviado un correo a {{email}}. Abre su enlace para activar tu cuenta. Si no llega nada, mira en la carpeta de spam.',
  'sent.recover':
    'Si {{email}} tiene una cuenta, hemos enviado un enlace para elegir otra contraseña. Si no llega nada, mira en la carpeta de spam.',

  'verified.checking': 'Confirmando tu correo…',
  'verified.expired': 'Este enlace ya no funciona',
  'verified.expired_text':
    'Ya se ha usado o ha caducado. Si tu correo está confirmado, inicia sesión. Si no, ahí puedes pedir otro mensaje.',
  'verified.without_link': 'Abre el enlace de nuestro correo',
  'verified.without_link_text':
    'Confirma tu dirección. Inicia sesión para recibir otro correo si el enlace ya no funciona.',
  'verified.failed': 'No se ha podido confirmar tu correo',

  'sign_in.send_confirmation': 'Enviar correo de confirmación',

  'social.or': 'O continúa con',
  'social.openid': 'Inicio de sesión único',
  'social.with': 'Continuar con {{provider}}',
  'social.taken': 'Ya existe una cuenta con este correo. Entra con su contraseña.',
  'social.unverified': 'Revisa tu correo: te hemos enviado instrucciones para entrar.',
  'social.no_address': 'Ese servicio no nos ha dado ninguna dirección de correo.',
  'social.closed': 'Este servidor no admite cuentas nuevas por el momento.',
  'social.suspended': 'Esta cuenta está suspendida. Pide a un administrador que la reactive.',
  'social.cancelled': 'Has cancelado el inicio de sesión.',
  'social.failed': 'No se ha podido iniciar sesión. Inténtalo de nuevo.',

  'invitation.unverified':
    'Antes de responder, confirma tu correo: abre la invitación desde su mensaje o pide un enlace.',
  'invitation.send_link': 'Enviar enlace',
}
