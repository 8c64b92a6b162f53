package dev.larder.soak.traffic;

import dev.larder.soak.origin.Kind;
import dev.larder.soak.watch.SmallDisk;

/** No room on the disk, nor any that the gateway makes, while large resources that nobody had are asked for. */
final class FullDisk implements Habit {

    private final SmallDisk disk;
    private final Flood flood;

    FullDisk(Scene scene, String prefix, SmallDisk disk) {
        this.disk = disk;
        this.flood = new Flood(scene, prefix, (client, name) -> client.read(Kind.LARGE, name));
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
