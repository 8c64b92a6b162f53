package dev.larder.soak.traffic;

import dev.larder.soak.origin.OriginCondition;

/** An origin that is well every second time. */
final class FlappingOrigin implements RepeatedAction {

    private final TrafficContext scene;
    private int turn;

    FlappingOrigin(TrafficContext scene) {
        this.scene = scene;
        scene.originUnwell(true);
    }

    @Override
    public void act(long due) {
        var moods = OriginCondition.values();
        scene.origin().be(turn % 2 == 0 ? moods[1 + turn / 2 % (moods.length - 1)] : OriginCondition.WELL);
        turn++;
    }

    @Override
    public void close() {
        scene.origin().be(OriginCondition.WELL);
        scene.originUnwell(false);
    }
}
