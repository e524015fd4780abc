# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of mxtraf(1) for fish.

# Prints the congestion controls of the kernel.
function __mxtraf_controls
    string split ' ' </proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null
end

complete -c mxtraf -f
complete -c mxtraf -n __fish_use_subcommand -a stream -d 'Send a video by priority-progress streaming'
complete -c mxtraf -n __fish_use_subcommand -a replay -d 'Send the trace in a file'
complete -c mxtraf -n '__fish_seen_subcommand_from replay' -F
complete -c mxtraf -l elephants -x -d 'Long-lived flows'
complete -c mxtraf -l mice -x -d 'Flows that transfer a little, close and begin again'
complete -c mxtraf -l mouse-size -x -d 'Bytes that a mouse transfers'
complete -c mxtraf -l web -x -d 'Web clients'
complete -c mxtraf -l persistent -x -a 'on off' -d 'Keep connections of web clients'
complete -c mxtraf -l sndbuf -x -d 'Size of the send buffers'
complete -c mxtraf -l initcwnd -x -d 'Initial congestion window'
complete -c mxtraf -l cbr -x -d 'UDP packets, as a part of the rate'
complete -c mxtraf -l train -x -d 'Packets of a train'
complete -c mxtraf -l pause -x -d 'Time from a train to the next request'
complete -c mxtraf -l pacing -x -a 'none clock soft kernel' -d 'How a train is paced'
complete -c mxtraf -l interval -x -d 'Mean interval of paced packets'
complete -c mxtraf -l burst-interval -x -d 'Interval of packets that are behind the rate'
complete -c mxtraf -l cc -x -a '(__mxtraf_controls)' -d 'Congestion control'
complete -c mxtraf -l measured -x -a 'on off' -d 'Measure the latency of a flow'
complete -c mxtraf -l method -x -a 'standard gate tuned' -d 'How the measured flow writes'
complete -c mxtraf -l a -x -d 'Congestion windows in the send buffer'
complete -c mxtraf -l b -x -d 'Packets beyond the congestion windows'
complete -c mxtraf -l buffer-delay -x -d 'Wait in the send buffer under the tuned gate'
complete -c mxtraf -l content -x -a 'blocks stream replay' -d 'Data of the measured flow'
complete -c mxtraf -l window -x -d 'Adaptation window of the stream'
complete -c mxtraf -l tolerance -x -d 'Time from capture to display'
complete -c mxtraf -l video-rate -x -d 'Rate of the stream in its best quality'
complete -c mxtraf -l level -x -d 'Share of a processor that the server reserves'
complete -c mxtraf -l rate -x -d 'Rate of the link'
complete -c mxtraf -l rtt -x -d 'Round-trip time of the link'
complete -c mxtraf -l loss -x -d 'Share of packets that are lost'
complete -c mxtraf -l queue -x -d 'Packets that wait for the link'
complete -c mxtraf -l policy -x -a 'tail-drop random-drop ecn' -d 'What a long queue does'
complete -c mxtraf -l mark-at -x -d 'Queue length from which the policy acts'
complete -c mxtraf -l quota -x -d 'Packets that the link delivers at once'
complete -c mxtraf -s d -l duration -x -d 'Duration of the run'
complete -c mxtraf -l script -r -F -d 'Changes while it runs'
complete -c mxtraf -s r -l record -r -F -d 'Record all signals as tuples'
complete -c mxtraf -s f -l force -d 'Replace a recording that exists'
complete -c mxtraf -l latency-threshold -x -d 'Latency that a block should stay within'
complete -c mxtraf -l check -d 'Print whether mxtraf can run here'
complete -c mxtraf -l version -d 'Print the version'
complete -c mxtraf -s h -l help -d 'Print help'
