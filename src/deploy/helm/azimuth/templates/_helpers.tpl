{{- define "azimuth.fullname" -}}
{{- if contains "azimuth" .Release.Name -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-azimuth" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "azimuth.selector" -}}
app.kubernetes.io/name: azimuth
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "azimuth.labels" -}}
{{ include "azimuth.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* The host names with which browsers open the console. */}}
{{- define "azimuth.hosts" -}}
{{- $name := include "azimuth.fullname" . -}}
{{- $at := printf "%s.$(NAMESPACE)" $name -}}
{{- concat (list $at (printf "%s.svc" $at) (printf "%s.svc.cluster.local" $at)) .Values.allowedHosts | join "," -}}
{{- end -}}

{{- define "azimuth.probe" -}}
port: rest
scheme: {{ ternary "HTTPS" "HTTP" (ne .Values.tls.existingSecret "") }}
{{- end -}}
