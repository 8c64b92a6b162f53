package dev.larder.soak.traffic;

import dev.larder.soak.origin.OriginCondition;

/** An origin that is well every second time. */
final class FlappingOrigin implements RepeatedAction {

    private final TrafficContext context;
    private int turn;

    FlappingOrigin(TrafficContext context) {
        this.context = context;
        context.originUnwell(true);
    }

    @Override
    public void act(long due) {
        var moods = OriginCondition.values();
        context.origin().be(turn % 2 == 0 ? moods[1 + turn / 2 % (moods.length - 1)] : OriginCondition.WELL);
        turn++;
    }

    @Override
    public void close() {
        context.origin().be(OriginCondition.WELL);
        context.originUnwell(false);
    }
}
