/* What a function without a body is given: that it writes all of it is an assumption,
 * where something was not written before. */
void fill(int *to);

int main(void)
{
	int all = 1, none;
	fill(&all);
	if (all == 2)
		return 1;
	fill(&none);
	return none; // @unreachable uninitialised-read
}
