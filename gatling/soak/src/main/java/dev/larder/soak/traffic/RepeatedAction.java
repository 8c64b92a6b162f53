package dev.larder.soak.traffic;

/** What somebody does again and again, always in one thread. */
interface RepeatedAction extends AutoCloseable {

    /**
     * Does it once.
     *
     * @param due when it was to be done, by {@link System#nanoTime}
     */
    void act(long due);

    /** Is done with it. */
    @Override
    void close();
}
