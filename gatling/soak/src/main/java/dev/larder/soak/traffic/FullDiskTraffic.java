package dev.larder.soak.traffic;

import dev.larder.soak.origin.ResourceKind;
import dev.larder.soak.watch.SmallDisk;

/** No room on the disk, nor any that the gateway makes, while large resources that nobody had are asked for. */
final class FullDiskTraffic implements RepeatedAction {

    private final SmallDisk disk;
    private final UniqueResourceFlood flood;

    FullDiskTraffic(TrafficContext context, String prefix, SmallDisk disk) {
        this.disk = disk;
        this.flood = new UniqueResourceFlood(context, prefix, (client, name) -> client.read(ResourceKind.LARGE, name));
        disk.fill();
    }

    @Override
    public void act(long due) {
        flood.act(due);
        disk.fill();
    }

    @Override
    public void close() {
        flood.close();
        disk.free();
    }
}
