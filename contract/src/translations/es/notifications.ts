import type { notifications as en } from '../en/notifications.ts'

export const notifications: Record<keyof typeof en, string> = {
  'notification.button.show': 'Mostrar',
  'notification.button.open': 'Abrir',
  'notification.button.why': 'Por qué',
  'notification.button.send_files': 'Enviar archivos',
  'notification.button.billing': 'Ir a facturación',
  'notification.button.look': 'Revisar',
  'notification.remote_done.title_one': 'Ha llegado {{count, number}} archivo de su enlace',
  'notification.remote_done.title_other': 'Han llegado {{count, number}} archivos de sus enlaces',
  'notification.remote_done.text_one': '{{name}} está entre tus archivos.',
  'notification.remote_done.text_other': '{{name}} fue el último.',
  'notification.remote_failed.title_one': 'No se pudo traer {{count, number}} archivo',
  'notification.remote_failed.title_other': 'No se pudieron traer {{count, number}} archivos',
  'notification.remote_failed.text':
    'Han llegado {{done, number}} de {{total, number}} de sus enlaces.',
  'notification.team_invitation.title': 'Invitación a {{folder}}',
  'notification.team_invitation.text': '{{inviter}} quiere que te unas a esta carpeta de equipo.',
  'notification.team_invitation_accepted.title': 'Invitación a {{folder}} aceptada',
  'notification.team_invitation_accepted.text':
    'Te has unido a esta carpeta de equipo. Te invitó {{inviter}}.',
  'notification.team_invitation_declined.title': 'Invitación a {{folder}} rechazada',
  'notification.team_invitation_declined.text': 'Rechazaste la invitación de {{inviter}}.',
  'notification.files_asked.title': '{{asker}} te pide archivos',
  'notification.files_asked.text': 'Para: {{name}}',
  'notification.request_filled.title': 'Los archivos para {{name}} ya están aquí',
  'notification.request_filled.text_one': 'Ha llegado {{count, number}} archivo por tu solicitud.',
  'notification.request_filled.text_other':
    'Han llegado {{count, number}} archivos por tu solicitud.',
  'notification.request_incomplete.title':
    'Los archivos para {{name}} ya están aquí, pero faltan documentos',
  'notification.request_incomplete.text_one':
    'Ha llegado {{count, number}} archivo por tu solicitud. Todavía falta: {{missing}}.',
  'notification.request_incomplete.text_other':
    'Han llegado {{count, number}} archivos por tu solicitud. Todavía falta: {{missing}}.',
  'notification.link_guessed.title': 'Alguien intenta adivinar la contraseña de {{item}}',
  'notification.link_guessed.text':
    '{{count, number}} intentos fallidos en un cuarto de hora. Los siguientes se frenan; puedes cambiar la contraseña o terminar el enlace.',
  'notification.password_changed.title': 'Tu cuenta tiene una contraseña nueva',
  'notification.password_changed.text': 'Se ha cerrado la sesión en los demás dispositivos.',
  'notification.two_factor_on.title': 'Se ha activado la verificación en dos pasos',
  'notification.two_factor_on.text':
    'Desde ahora se pide un código al iniciar sesión. Las demás sesiones se han cerrado.',
  'notification.two_factor_off.title': 'Se ha desactivado la verificación en dos pasos',
  'notification.two_factor_off.text': 'Desde ahora basta la contraseña para entrar en tu cuenta.',
  'notification.recovery_codes_renewed.title': 'Tus códigos de recuperación se han renovado',
  'notification.recovery_codes_renewed.text': 'Los anteriores ya no valen.',
  'notification.recovery_code_used.title': 'Se ha usado un código de recuperación',
  'notification.recovery_code_used.text': 'Códigos que quedan: {{left}}.',
  'notification.provider_linked.title': 'Se ha añadido el inicio de sesión con {{provider}}',
  'notification.provider_linked.text':
    'Quien haya iniciado sesión allí entra en tu cuenta sin la contraseña.',
  'notification.provider_unlinked.title': 'Se ha quitado el inicio de sesión con {{provider}}',
  'notification.provider_unlinked.text': 'Ya no abre nada. Todas las demás sesiones han terminado.',
  'notification.passkey_added.title': 'Se ha añadido una llave de acceso',
  'notification.passkey_added.text': 'Quien la tenga entra en tu cuenta sin la contraseña.',
  'notification.passkey_removed.title': 'Se ha quitado una llave de acceso',
  'notification.passkey_removed.text': 'Se llamaba {{name}} y ya no abre nada.',
  'notification.token_made.title': 'Se ha creado un token de acceso',
  'notification.token_made.text':
    'Se llama {{name}} y permite que los programas actúen en tu nombre.',
  'notification.token_revoked.title': 'Se ha revocado un token de acceso',
  'notification.token_revoked.text': 'Se llamaba {{name}} y ya no vale.',
  'notification.tokens_revoked.title': 'Tus tokens de acceso se han revocado',
  'notification.tokens_revoked.text':
    'Todos, junto con una contraseña nueva. Los programas que los usaban se han quedado fuera.',
  'notification.new_device.title': 'Inicio de sesión en un dispositivo nuevo',
  'notification.new_device.text': 'Dispositivo: {{device}}. Dirección IP: {{ip}}.',
  'notification.team_gone.title': '{{name}} ha eliminado su cuenta',
  'notification.team_gone.text':
    'Con ella han desaparecido las carpetas de equipo que compartía contigo.',
  'notification.data_export_ready.title': 'Tu archivo está listo',
  'notification.data_export_ready.text': 'Puedes descargar todo lo tuyo durante siete días.',
  'notification.data_export_failed.title': 'No se pudo preparar tu archivo',
  'notification.data_export_failed.text': 'No se ha perdido nada. Inténtalo de nuevo.',
}
