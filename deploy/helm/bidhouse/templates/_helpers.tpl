{{- define "bidhouse.labels" -}}
app.kubernetes.io/name: bidhouse
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "bidhouse.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "bidhouse.name" -}}
{{ .root.Release.Name | trunc 40 | trimSuffix "-" }}-{{ .part }}
{{- end -}}

{{- define "bidhouse.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
- name: DATA_DIR
  value: /data
{{- end -}}

{{- /* The metrics port of a container, each of a pod its own: they share an address. */ -}}
{{- define "bidhouse.metricsEnv" -}}
{{- if .root.Values.metrics.enabled }}
- name: METRICS_PORT
  value: {{ .port | quote }}
- name: METRICS_HOST
  value: 0.0.0.0
{{- end }}
{{- end -}}

{{- define "bidhouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "bidhouse.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}
