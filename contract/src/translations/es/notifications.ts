import type { notifications as en } from '../en/notifications.ts'

export const notifications: Record<keyof typeof en, string> = {
  'notification.button.show': 'Mostrar',
  'notification.button.open': 'Abrir',
  'notification.button.details': 'Ver detalles',
  'notification.button.send_files': 'Enviar archivos',
  'notification.button.billing': 'Ir a facturación',
  'notification.button.review': 'Revisar',
  'notification.remote_uploads_done.title_one': '{{count, number}} archivo subido desde su enlace',
  'notification.remote_uploads_done.title_other':
    '{{count, number}} archivos subidos desde sus enlaces',
  'notification.remote_uploads_done.text_one': '{{name}} está en tus archivos.',
  'notification.remote_uploads_done.text_other': 'Último archivo: {{name}}.',
  'notification.remote_uploads_failed.title_one': 'No se ha podido subir {{count, number}} archivo',
  'notification.remote_uploads_failed.title_other':
    'No se han podido subir {{count, number}} archivos',
  'notification.remote_uploads_failed.text':
    'Se han subido {{done, number}} de {{total, number}} desde sus enlaces.',
  'notification.team_invitation.title': 'Invitación a {{folder}}',
  'notification.team_invitation.text':
    '{{inviter}} te ha invitado a unirte a esta carpeta de equipo.',
  'notification.team_invitation_accepted.title': 'Invitación a {{folder}} aceptada',
  'notification.team_invitation_accepted.text':
    'Te has unido a esta carpeta de equipo. Te invitó {{inviter}}.',
  'notification.team_invitation_declined.title': 'Invitación a {{folder}} rechazada',
  'notification.team_invitation_declined.text': 'Rechazaste la invitación de {{inviter}}.',
  'notification.files_requested.title': '{{asker}} te solicita archivos',
  'notification.files_requested.text': 'Para: {{name}}',
  'notification.upload_request_completed.title': 'Archivos recibidos para {{name}}',
  'notification.upload_request_completed.text_one':
    'Tu solicitud ha recibido {{count, number}} archivo.',
  'notification.upload_request_completed.text_other':
    'Tu solicitud ha recibido {{count, number}} archivos.',
  'notification.upload_request_incomplete.title':
    'Archivos recibidos para {{name}}, faltan documentos',
  'notification.upload_request_incomplete.text_one':
    'Tu solicitud ha recibido {{count, number}} archivo. Todavía falta: {{missing}}.',
  'notification.upload_request_incomplete.text_other':
    'Tu solicitud ha recibido {{count, number}} archivos. Todavía falta: {{missing}}.',
  'notification.share_password_attempts.title': 'Varias contraseñas incorrectas para {{item}}',
  'notification.share_password_attempts.text':
    '{{count, number}} intentos fallidos en 15 minutos. Los siguientes se limitan. Puedes cambiar la contraseña o eliminar el enlace.',
  'notification.password_changed.title': 'Tu contraseña ha cambiado',
  'notification.password_changed.text': 'Se han cerrado las demás sesiones.',
  'notification.two_factor_on.title': 'Se ha activado la verificación en dos pasos',
  'notification.two_factor_on.text':
    'Ahora se pide un código al iniciar sesión. Se han cerrado las demás sesiones.',
  'notification.two_factor_off.title': 'Se ha desactivado la verificación en dos pasos',
  'notification.two_factor_off.text': 'Ahora basta la contraseña para iniciar sesión.',
  'notification.recovery_codes_renewed.title': 'Tus códigos de recuperación se han sustituido',
  'notification.recovery_codes_renewed.text': 'Los anteriores ya no funcionan.',
  'notification.recovery_code_used.title': 'Se ha usado un código de recuperación',
  'notification.recovery_code_used.text': 'Códigos que quedan: {{left}}.',
  'notification.provider_linked.title': 'Se ha añadido el inicio de sesión con {{provider}}',
  'notification.provider_linked.text':
    'Ahora se puede entrar con tu cuenta de {{provider}} sin la contraseña.',
  'notification.provider_unlinked.title': 'Se ha quitado el inicio de sesión con {{provider}}',
  'notification.provider_unlinked.text': 'Ya no funciona. Se han cerrado las demás sesiones.',
  'notification.passkey_added.title': 'Se ha añadido una llave de acceso',
  'notification.passkey_added.text': 'Permite entrar en tu cuenta sin la contraseña.',
  'notification.passkey_removed.title': 'Se ha quitado una llave de acceso',
  'notification.passkey_removed.text': '{{name}} ya no funciona.',
  'notification.token_created.title': 'Se ha creado un token de acceso',
  'notification.token_created.text': '{{name}} permite que las aplicaciones actúen en tu nombre.',
  'notification.token_revoked.title': 'Se ha revocado un token de acceso',
  'notification.token_revoked.text': '{{name}} ya no funciona.',
  'notification.tokens_revoked.title': 'Tus tokens de acceso se han revocado',
  'notification.tokens_revoked.text':
    'Se revocaron todos al cambiar la contraseña. Las aplicaciones que los usaban han perdido el acceso.',
  'notification.new_device.title': 'Inicio de sesión en un dispositivo nuevo',
  'notification.new_device.text': 'Dispositivo: {{device}}. Dirección IP: {{ip}}.',
  'notification.team_removed.title': '{{name}} ha eliminado su cuenta',
  'notification.team_removed.text':
    'Las carpetas de equipo que compartía contigo se han eliminado.',
  'notification.data_export_ready.title': 'Tu exportación de datos está lista',
  'notification.data_export_ready.text': 'Puedes descargarla durante siete días.',
  'notification.data_export_failed.title': 'No se ha podido crear tu exportación de datos',
  'notification.data_export_failed.text': 'No se ha perdido ningún dato. Inténtalo de nuevo.',
}
