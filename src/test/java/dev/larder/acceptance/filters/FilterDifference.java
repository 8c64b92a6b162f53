package dev.larder.acceptance.filters;

/**
 * What a gateway with Larder shows otherwise than one without.
 *
 * @param where case, place, conversation, aspect
 * @param plain what is seen without Larder
 * @param found what is seen with it
 */
record FilterDifference(String where, String plain, String found) {

    @Override
    public String toString() {
        return where + "\n    without " + plain + "\n    with    " + found;
    }
}
