package dev.larder.soak;

/** Which of its buffers Netty follows until they are released: who is followed costs several times as much. */
enum LeakDetectionLevel {
    /** Each. */
    OF_ALL("paranoid", "each buffer watched"),
    /** One of some hundred, drawn at random: what is lost again and again is found all the same. */
    OF_SOME("advanced", "one buffer of 128 watched");

    private final String level;
    private final String text;

    LeakDetectionLevel(String level, String text) {
        this.level = level;
        this.text = text;
    }

    /** The level's name in Netty. */
    String level() {
        return level;
    }

    /** For those who read the result. */
    String text() {
        return text;
    }
}
