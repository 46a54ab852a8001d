#compdef calicovet kubectl-calico_vet
# Completion of calicovet for zsh: source <(calicovet completion zsh), or a file _calicovet in a folder of $fpath
_calicovet() {
    local -a answer choices
    local line
    answer=("${(@f)$(${words[1]} __complete "${(@)words[2,CURRENT]}" 2>/dev/null </dev/null)}")
    for line in "${(@)answer[1,-2]}"; do
        if [[ $line == *$'\t'* ]]; then
            choices+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        else
            choices+=("${line//:/\\:}")
        fi
    done
    if (( ${#choices} )); then
        _describe -t calicovet calicovet choices
    elif [[ ${answer[-1]} == :0 ]]; then
        _files
    fi
}
if [[ ${funcstack[1]} == _calicovet ]]; then
    _calicovet "$@"
else
    compdef _calicovet calicovet kubectl-calico_vet
fi
