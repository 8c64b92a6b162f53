package dev.larder.soak.traffic;

import dev.larder.soak.origin.Mood;

/** An origin that is well every second time. */
final class Flapping implements Habit {

    private final Scene scene;
    private int turn;

    Flapping(Scene scene) {
        this.scene = scene;
        scene.originUnwell(true);
    }

    @Override
    public void act(long due) {
        var moods = Mood.values();
        scene.origin().be(turn % 2 == 0 ? moods[1 + turn / 2 % (moods.length - 1)] : Mood.WELL);
        turn++;
    }

    @Override
    public void close() {
        scene.origin().be(Mood.WELL);
        scene.originUnwell(false);
    }
}
