#compdef mxtraf
# SPDX-License-Identifier: LGPL-2.1-or-later
# Completion of mxtraf(1) for zsh.

# Completes the congestion controls of the kernel.
_mxtraf_controls() {
  compadd -- $(cat /proc/sys/net/ipv4/tcp_available_congestion_control 2>/dev/null)
}

_arguments \
  '--elephants=[long-lived flows]:number' \
  '--mice=[flows that transfer a little, close and begin again]:number' \
  '--mouse-size=[bytes that a mouse transfers]:size' \
  '--web=[web clients]:number' \
  '--persistent=[keep connections of web clients]:kind:(on off)' \
  '--sndbuf=[size of the send buffers]:size' \
  '--initcwnd=[initial congestion window]:packets' \
  '--cbr=[UDP packets, as a part of the rate]:per cent' \
  '--train=[packets of a train]:packets' \
  '--pause=[time from a train to the next request]:time' \
  '--pacing=[how a train is paced]:kind:(none clock soft kernel)' \
  '--interval=[mean interval of paced packets]:time' \
  '--burst-interval=[interval of packets that are behind the rate]:time' \
  '--cc=[congestion control]:name:_mxtraf_controls' \
  '--measured=[measure the latency of a flow]:kind:(on off)' \
  '--method=[how the measured flow writes]:kind:(standard gate tuned)' \
  '--a=[congestion windows in the send buffer]:windows' \
  '--b=[packets beyond the congestion windows]:packets' \
  '--buffer-delay=[wait in the send buffer under the tuned gate]:time' \
  '--content=[data of the measured flow]:kind:(blocks stream replay)' \
  '--window=[adaptation window of the stream]:frames' \
  '--tolerance=[time from capture to display]:time' \
  '--video-rate=[rate of the stream in its best quality]:rate' \
  '--level=[share of a processor that the server reserves]:per cent' \
  '--rate=[rate of the link]:rate' \
  '--rtt=[round-trip time of the link]:time' \
  '--loss=[share of packets that are lost]:per cent' \
  '--queue=[packets that wait for the link]:packets' \
  '--policy=[what a long queue does]:kind:(tail-drop random-drop ecn)' \
  '--mark-at=[queue length from which the policy acts]:packets' \
  '--quota=[packets that the link delivers at once]:packets' \
  '(-d --duration)'{-d,--duration}'=[duration of the run]:time' \
  '--script=[changes while it runs]:file:_files' \
  '(-r --record)'{-r,--record}'=[record all signals as tuples]:file:_files' \
  '(-f --force)'{-f,--force}'[replace a recording that exists]' \
  '--latency-threshold=[latency that a block should stay within]:time' \
  '--check[print whether mxtraf can run here]' \
  '--version[print the version]' \
  '(-h --help)'{-h,--help}'[print help]' \
  '1:content:(stream replay)' \
  '2:file:_files'
