package dev.larder.policies.ghost;

/** Requests and their bytes. */
final class RequestVolume {

    double requests;
    double bytes;

    void add(double times, long size) {
        requests += times;
        bytes += times * size;
    }

    double of(boolean inBytes) {
        return inBytes ? bytes : requests;
    }

    void halve() {
        requests /= 2;
        bytes /= 2;
    }
}
