# Completion of calicovet for bash: source <(calicovet completion bash)
_calicovet() {
    local answer line
    COMPREPLY=()
    answer=$("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null </dev/null) || return 0
    while IFS= read -r line; do
        [[ -z $line ]] || COMPREPLY+=("${line%%$'\t'*}")
    done <<<"${answer%:*}"
    # The bash of macOS has no compopt.
    if [[ ${answer##*:} == 0 ]] && type compopt >/dev/null 2>&1; then
        compopt -o default
    fi
}
complete -F _calicovet calicovet kubectl-calico_vet
