# Completion of calicovet for fish: calicovet completion fish | source
function __calicovet_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc)
    set -l answer ($words[1] __complete $words[2..-1] "$typed" 2>/dev/null </dev/null)
    test (count $answer) -gt 0; or return
    if test (count $answer) -gt 1
        printf '%s\n' $answer[1..-2]
    else if test $answer[1] = :0
        __fish_complete_path $typed
    end
end
complete -c calicovet -f -a '(__calicovet_complete)'
complete -c kubectl-calico_vet -f -a '(__calicovet_complete)'
